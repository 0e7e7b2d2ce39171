import { ActivityTable, type PlaceOfThing } from '../../../../platform/people/views/activity-table.ts'
import { Pager } from '../../../../platform/ui/back-office/components/data-table.ts'
import { FilterBar, WrongFilter } from '../../../../platform/ui/back-office/components/filter-bar.ts'
import { Empty } from '../../../../platform/ui/back-office/components/panel.ts'
import { html } from '../../../../platform/ui/html.ts'
import type { DisclosedActivity } from '../../../back-office/disclosure/disclose-activity.ts'
import { ExportLink } from '../../lists.ts'
import type { Answer, Visit } from '../../page.ts'
import { clockNoteOf, type StoreTimes } from '../../times.ts'
import type { LogFilter } from '../log-filter.ts'
import { thingAddress } from '../thing-address.ts'

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
              moment: times.exactMoment,
              placeOf: (one: DisclosedActivity) => placeOf(visit, one),
            })
    }
    ${Pager({
      label: texts.pages,
      newer: { href: criteria.before && address('activity', query), label: texts.newer },
      older: { href: older && address('activity', { ...query, before: older }), label: texts.older },
    })}
    <p class="soft small">${clockNoteOf(visit, times.currency, 'real')}</p>`
  return { page: { title: texts.activity, actions: file }, content, status: isWrong ? 422 : 200 }
}

function placeOf(visit: Visit, activity: DisclosedActivity): PlaceOfThing {
  const { isTest } = activity
  const { texts } = visit.words
  const mode = isTest === null || isTest === visit.isTest ? undefined : isTest ? texts.test : texts.live
  return { mode, hrefOf: (kind, id) => thingAddress(visit, activity, kind, id) }
}
