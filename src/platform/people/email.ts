const maxLength = 254
const form = /^[^\s@\p{Cc}]{1,64}@[^\s@\p{Cc}]+\.[^\s@\p{Cc}]+$/u

/** Returns the e-mail as it is stored and compared, trimmed and in lower case; undefined if the text is no e-mail. */
export function parseEmail(text: string): string | undefined {
  const email = text.trim().normalize('NFC').toLowerCase()
  return email.length <= maxLength && form.test(email) ? email : undefined
}
