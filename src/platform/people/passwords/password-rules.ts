import { readFileSync } from 'node:fs'

/** What is wrong with a new password. */
export type PasswordProblem = 'too_short' | 'too_long' | 'common' | 'email'

/** How long a password may be, in letters; and a field for one, in the units that a browser counts: a letter may be two of them. */
export const passwordRules = { least: 12, most: 1_024, fieldUnits: 2_048 } as const

/** What is wrong with a password that somebody wants: shorter than 12 characters, one that everybody tries first, or the e-mail. */
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

// Read when somebody chooses a password for the first time.
function commonPasswords(): ReadonlySet<string> {
  known ??= new Set(
    readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('# ')),
  )
  return known
}
