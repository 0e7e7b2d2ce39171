import type { Tone } from '../../../platform/ui/back-office/components/status.ts'
import type { RunStatus } from '../../../rehearsal/certificate/certificate.ts'
import type { Result } from '../../../rehearsal/certificate/checks.ts'
import type { DashboardWords } from '../words/words.ts'

interface Tag {
  readonly tone: Tone
  readonly text: string
}

const tones: Readonly<Record<Result, Tone>> = {
  ...{ passed: 'good', failed: 'bad', warning: 'wait', review: 'wait' },
  not_exercised: 'soft',
}
const statusTones: Readonly<Record<RunStatus, Tone>> = { waiting: 'wait', running: 'brand', finished: 'soft' }

/** What came of a check, in a word and its tone. */
export function resultTag({ texts }: DashboardWords, result: Result): Tag {
  return { tone: tones[result], text: texts.certResults[result] }
}

/** How a run stands, likewise. */
export function statusTag({ texts }: DashboardWords, status: RunStatus): Tag {
  return { tone: statusTones[status], text: texts.certStatuses[status] }
}
