const maxLength = 254
const form = /^[^\s@\p{Cc}]{1,64}@[^\s@\p{Cc}]+\.[^\s@\p{Cc}]+$/u

/** The e-mail address as it is kept and compared, trimmed and in lower case; undefined where the text is none. */
export function parseEmail(text: string): string | undefined {
  const email = text.trim().normalize('NFC').toLowerCase()
  return email.length <= maxLength && form.test(email) ? email : undefined
}
