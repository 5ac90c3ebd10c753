import { VaultError } from '../model/vault-error.ts'

export const pdfFailureReasons = [
  'scanned',
  'encrypted',
  'damaged',
  'blank',
  'too_big',
  'timeout',
  'no_pdf_support',
] as const

export type PdfFailureReason = (typeof pdfFailureReasons)[number]

const messages: Record<PdfFailureReason, readonly [message: string, hint: string]> = {
  scanned: [
    'This PDF appears to be scanned. OCR is not supported — consider copy-pasting the text manually.',
    'Run the PDF through a program for OCR first, or pass the text as a Markdown or text file.',
  ],
  encrypted: [
    'This PDF is encrypted and opens only with a password.',
    'Save a copy without the password and ingest that.',
  ],
  damaged: ['This file is damaged, or is no PDF.', 'Get the file again, or open it and save it anew as PDF.'],
  blank: [
    'This PDF has no text: its pages are blank or hold drawings only.',
    'If it shows text when opened, that text is drawn as shapes: copy it by hand, or use a program for OCR.',
  ],
  too_big: ['This PDF is larger than one may be.', 'Split it into parts and ingest those.'],
  timeout: ['Reading this PDF took too long and was stopped.', 'Split it into parts and ingest those.'],
  no_pdf_support: [
    'PDFs cannot be read here.',
    'Install flint-note again with its optional packages (npm install --include=optional), or add mupdf next to it.',
  ],
}

/** INGEST_FAILED with its reason. `detail` is a sentence that says more than the reason alone. */
export function pdfFailure(
  reason: PdfFailureReason,
  { detail, ...facts }: { readonly detail?: string; readonly [fact: string]: unknown } = {},
): VaultError {
  const [message, hint] = messages[reason]
  return new VaultError('INGEST_FAILED', detail === undefined ? message : `${message} ${detail}`, {
    reason,
    ...facts,
    hint,
  })
}
