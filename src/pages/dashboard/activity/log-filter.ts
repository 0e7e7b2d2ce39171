import { parseId } from '../../../platform/base/ids.ts'
import type { ActivityFilter, ActivityScope } from '../../../platform/people/activities/activities.ts'
import { type ActivityKind, activityKinds } from '../../../platform/people/activities/kinds.ts'
import { parseEmail } from '../../../platform/people/email.ts'
import { hasPermission } from '../../../platform/people/roles.ts'
import { choiceField, type FilterField, isWrongFilter } from '../../../platform/ui/back-office/components/filter-bar.ts'
import { readSpan, spanOf } from '../day-filter.ts'
import type { Visit } from '../page.ts'
import type { StoreTimes } from '../times.ts'

/** The filter of the log: as typed in the address, and as parsed. */
export interface LogFilter {
  readonly criteria: Omit<ActivityFilter, 'limit'>
  readonly query: Readonly<Record<string, string | undefined>>
  readonly fields: readonly FilterField[]
  readonly isWrong: boolean
}

/** The filter in the address of the log. */
export function logFilterOf(visit: Visit, times: StoreTimes): LogFilter {
  const { texts } = visit.words
  const span = readSpan(visit)
  const { start, end } = spanOf(span, [times])
  const typed = (visit.query('email') ?? '').trim()
  const requestedKind = visit.query('what') ?? ''
  const what = activityKinds.find((kind) => kind === requestedKind)
  const kinds: Readonly<Partial<Record<ActivityKind, string>>> = texts.activities
  const choices = Object.entries(kinds).toSorted(([, one], [, other]) => one.localeCompare(other))
  const fields: FilterField[] = [
    { name: 'email', label: texts.activityWho, value: typed, type: 'text' },
    choiceField(visit.words, {
      ...{ name: 'what', label: texts.activityWhat, value: requestedKind },
      choices: [['', texts.everything], ...choices],
    }),
    ...span.fields,
  ]
  return {
    criteria: {
      email: typed === '' ? undefined : (parseEmail(typed) ?? typed),
      what,
      from: start ?? undefined,
      to: end === null ? undefined : end - 1,
      before: parseId(visit.query('before') ?? ''),
    },
    query: { email: typed || undefined, what: requestedKind || undefined, ...span.query },
    fields,
    isWrong: isWrongFilter(fields),
  }
}

/** Returns the scope of the log. It leaves out live mode if the role may not see it. */
export function logScopeOf({ session }: Visit): ActivityScope {
  const { merchantId, role } = session
  return { backOffice: 'dashboard', merchantId, withLive: hasPermission(role, 'live', 'see_activity') }
}
