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
