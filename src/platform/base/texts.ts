/** Returns whether the database can store the text: it stores neither NUL nor half a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** Returns the text in a form that the database can store: without NUL, and with U+FFFD for half a surrogate pair. */
export function toStorable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

/** Returns the text, cut to `most` characters, never within one. */
export function cutText(text: string, most: number): string {
  return text.length <= most ? text : [...text].slice(0, most).join('')
}

/** Returns the text as a page shows it: at most `most` characters, with an ellipsis if it is longer. */
export function shortText(text: string, most = 120): string {
  const short = cutText(text, most)
  return short.length < text.length ? `${short}…` : text
}

/** Returns whether a text is one line: without line breaks of any kind, tabs and other control characters. */
export function isOneLine(text: string): boolean {
  return !/[\p{Cc}\u2028\u2029]/u.test(text)
}

/** Returns the text with Latin digits in place of Arabic-Indic and Persian ones. */
export function latinDigits(text: string): string {
  return text
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
}
