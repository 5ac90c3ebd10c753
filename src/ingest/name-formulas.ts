import type { PageDocument } from './page-document.ts'

/** Writes beside each formula of MathML what it is in LaTeX: defuddle would take its signs one after the other, `12` of a half. */
export async function nameFormulas(document: PageDocument): Promise<void> {
  const formulas = Array.from(document.querySelectorAll('math'))
  if (formulas.length === 0) return
  const { MathMLToLaTeX } = await import('mathml-to-latex')
  for (const formula of formulas) {
    if (formula.getAttribute('data-latex') !== null || formula.closest(known) !== null) continue
    const told =
      formula.querySelector('annotation[encoding="application/x-tex"]')?.textContent?.trim() ??
      formula.getAttribute('alttext')?.trim() ??
      ''
    const latex = told === '' ? convert(formula.outerHTML) : told
    if (latex !== '') formula.setAttribute('data-latex', latex)
  }

  function convert(mathml: string): string {
    try {
      return MathMLToLaTeX.convert(mathml).replace(/\s+/g, ' ').trim()
    } catch {
      return ''
    }
  }
}

/** Of these defuddle finds the LaTeX, beside the formula or by its MathML. */
const known = '.hurmet-tex, mjx-container, [class^="MathJax"], [data-mathml]'
