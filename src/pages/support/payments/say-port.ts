import type { PortVerdict } from '../../../money/risk/port-verdict.ts'
import { cutText } from '../../../platform/base/texts.ts'
import { isolated } from '../../../platform/ui/words/lang.ts'
import type { SupportWords } from '../words/words.ts'

/** How many of the scoring service's reasons a line shows, and the characters of each. */
const shown = { reasons: 5, characters: 120 } as const

/** Returns what the scoring service answered, or why it did not, and its first reasons. */
export function sayPort({ answer, failure, fallback, declined_by, limit, reasons }: PortVerdict, words: SupportWords) {
  const { texts } = words
  if (failure !== null)
    return [texts.portFailures[failure], ...(fallback === null ? [] : [texts.portFallbacks[fallback]])]
  return [
    ...(answer === null ? [] : [texts.portAnswers[answer]]),
    ...(declined_by === 'limit' ? [texts.portLimit(isolated(limit ?? ''))] : []),
    ...(declined_by === 'terms' ? [texts.portTerms] : []),
    ...reasons.slice(0, shown.reasons).map((reason) => isolated(cutText(reason, shown.characters))),
  ]
}
