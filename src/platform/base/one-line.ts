/** Whether a text is one line that can be shown as it is: without line breaks of any kind, tabs and other control characters. */
export function isOneLine(text: string): boolean {
  return !/[\p{Cc}\u2028\u2029]/u.test(text)
}
