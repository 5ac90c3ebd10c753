/** What the index holds of one version of a note; changes whenever reading or recording does, so that notes are read again. */
export const recordVersion = '4'
