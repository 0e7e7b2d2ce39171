/** Whether the database can keep the text: it keeps neither NUL nor half a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** The text without what the database cannot keep: NUL is left out, half a surrogate pair becomes U+FFFD. */
export function toStorable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

/** The text, cut to so many characters: never amid one. */
export function cutText(text: string, most: number): string {
  return text.length <= most ? text : [...text].slice(0, most).join('')
}

/** Whether a text is one line that can be shown as it is: without line breaks of any kind, tabs and other control characters. */
export function isOneLine(text: string): boolean {
  return !/[\p{Cc}\u2028\u2029]/u.test(text)
}

/** Digits as machines read them: people type Arabic-Indic and Persian ones too. */
export function latinDigits(text: string): string {
  return text
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
}
