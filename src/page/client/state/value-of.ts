/** What stands in the field that an event is of. */
export function valueOf({ currentTarget }: Event): string {
  return currentTarget instanceof HTMLInputElement ||
    currentTarget instanceof HTMLSelectElement ||
    currentTarget instanceof HTMLTextAreaElement
    ? currentTarget.value
    : ''
}

export function isChecked({ currentTarget }: Event): boolean {
  return currentTarget instanceof HTMLInputElement && currentTarget.checked
}
