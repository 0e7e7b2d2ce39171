import { ActivityTable, type PlaceOfThing } from '../../../../platform/people/views/activity-table.ts'
import { Pager } from '../../../../platform/ui/back-office/components/data-table.ts'
import { FilterBar, WrongFilter } from '../../../../platform/ui/back-office/components/filter-bar.ts'
import { Empty } from '../../../../platform/ui/back-office/components/panel.ts'
import { html } from '../../../../platform/ui/html.ts'
import type { DisclosedActivity } from '../../../back-office/disclosure/disclose-activity.ts'
import { ExportLink } from '../../lists.ts'
import type { Answer, Visit } from '../../page.ts'
import type { StoreTimes } from '../../times.ts'
import type { LogFilter } from '../log-filter.ts'

interface ActivityView {
  readonly activities: readonly DisclosedActivity[]
  /** The id that the next page continues after. */
  readonly older: string | undefined
  readonly filter: LogFilter
  readonly times: StoreTimes
}

/** The log with its filter. */
export function activityPage(visit: Visit, { activities, older, filter, times }: ActivityView): Answer {
  const { words, address } = visit
  const { texts } = words
  const { query, fields, criteria, isWrong } = filter
  const mayExport = activities.length > 0 && visit.may('export')
  const file = mayExport && ExportLink({ visit, href: address('activity.csv', query) })
  const content = html`
    ${FilterBar({ words, action: address('activity'), fields })}
    ${
      isWrong
        ? WrongFilter({ words })
        : activities.length === 0
          ? Empty({ icon: 'activity', title: texts.nothingFound, lead: texts.nothingDoneLead })
          : ActivityTable({
              words,
              caption: texts.activity,
              activities,
              kinds: texts.activities,
              moment: times.moment,
              placeOf: (one: DisclosedActivity) => placeOf(visit, one),
            })
    }
    ${Pager({
      label: texts.pages,
      newer: { href: criteria.before && address('activity', query), label: texts.newer },
      older: { href: older && address('activity', { ...query, before: older }), label: texts.older },
    })}
    <p class="soft small">${times.zoneNote}</p>`
  return { page: { title: texts.activity, actions: file }, content, status: isWrong ? 422 : 200 }
}

/** The page of an object of each kind, below the mode. */
const pages: Readonly<Partial<Record<string, string>>> = {
  payment: 'payments',
  dispute: 'disputes',
  webhook: 'webhooks',
  settlement: 'settlements',
  certificate: 'developers/certificate',
}

// An object of the other mode has no page in this one.
function placeOf(
  { words: { texts }, isTest, address }: Visit,
  { onKind, onId, ...one }: DisclosedActivity,
): PlaceOfThing {
  const isOfOther = one.isTest !== null && one.isTest !== isTest
  const mode = isOfOther ? (one.isTest ? texts.test : texts.live) : undefined
  const page = pages[onKind]
  return { mode, href: page === undefined || isOfOther ? undefined : address(`${page}/${onId}`) }
}
