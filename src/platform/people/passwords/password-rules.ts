import { readFileSync } from 'node:fs'

/** The problem with a new password. */
export type PasswordProblem = 'too_short' | 'too_long' | 'common' | 'email'

/**
 * Lengths of a password, in characters. `fieldUnits`: length of the field in UTF-16 units, of which a character may
 * have two.
 */
export const passwordRules = { least: 12, most: 1_024, fieldUnits: 2_048 } as const

/** Returns the problem with a new password: too short, too long, a common one, or the e-mail. */
export function problemOf(password: string, email: string): PasswordProblem | undefined {
  const letters = [...password.normalize('NFC')]
  if (letters.length < passwordRules.least) return 'too_short'
  if (letters.length > passwordRules.most) return 'too_long'
  const folded = password.normalize('NFC').toLowerCase()
  if (folded === email) return 'email'
  return isRepeated(folded) || isInARow(folded) || commonPasswords().has(folded) ? 'common' : undefined
}

// `aaaaaaaaaaaa`, `abcabcabcabc`, `passwordpassword`.
function isRepeated(text: string): boolean {
  return `${text}${text}`.indexOf(text, 1) < text.length
}

const row = '1234567890'
const rows = [
  row.repeat(110),
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  '1q2w3e4r5t6y7u8i9o0p',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
]
const everyRow = rows.flatMap((of) => [of, [...of].reverse().join('')])

function isInARow(text: string): boolean {
  return everyRow.some((of) => of.includes(text))
}

let known: ReadonlySet<string> | undefined

// Read when the first password is chosen.
function commonPasswords(): ReadonlySet<string> {
  known ??= new Set(
    readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('# ')),
  )
  return known
}
