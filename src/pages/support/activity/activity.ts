import { parseId } from '../../../platform/base/ids.ts'
import { listActivities } from '../../../platform/people/activities/activities.ts'
import type { Activity } from '../../../platform/people/activities/activity.ts'
import type { ActivityKind } from '../../../platform/people/activities/kinds.ts'
import { parseEmail } from '../../../platform/people/email.ts'
import { ActivityTable, type PlaceOfThing } from '../../../platform/people/views/activity-table.ts'
import { Pager } from '../../../platform/ui/back-office/components/data-table.ts'
import {
  choiceField,
  FilterBar,
  isWrongFilter,
  WrongFilter,
} from '../../../platform/ui/back-office/components/filter-bar.ts'
import { Empty } from '../../../platform/ui/back-office/components/panel.ts'
import { type Content, html } from '../../../platform/ui/html.ts'
import type { Section, SupportAnswer, SupportVisit } from '../page.ts'
import { exactMomentInUtc } from '../words/words.ts'

/** The activity log of support's agents. */
export const activity: Section = { pages: [{ path: '/activity', view: viewActivity }], forms: [] }

const pageSize = 50

/** Lists activities, newest first. Filters: person and kind. */
async function viewActivity(visit: SupportVisit): Promise<SupportAnswer> {
  const { app, words, query, address } = visit
  const { texts } = words
  const typed = (query('email') ?? '').trim()
  const kinds = Object.entries(texts.activities) as [ActivityKind, string][]
  const kind = query('what') ?? ''
  const what = kinds.find(([name]) => name === kind)?.[0]
  const before = parseId(query('before') ?? '')
  const email = typed === '' ? undefined : (parseEmail(typed) ?? typed)
  const fields = [
    { name: 'email', label: texts.activityWho, value: typed, type: 'text' } as const,
    choiceField(words, {
      ...{ name: 'what', label: texts.activityWhat, value: kind },
      choices: [['', texts.everything], ...kinds.toSorted(([, one], [, other]) => one.localeCompare(other))],
    }),
  ]
  const isWrong = isWrongFilter(fields)
  const found = isWrong
    ? []
    : await listActivities(app, { backOffice: 'support' }, { email, what, before, limit: pageSize + 1 })
  const shown = found.slice(0, pageSize)
  const last = shown.at(-1)
  const filter = { email: typed || undefined, what }
  const content = html`
    ${FilterBar({ words, action: address('activity'), fields })}
    ${
      isWrong
        ? WrongFilter({ words })
        : shown.length === 0
          ? Empty({ icon: 'activity', title: texts.nothingDone, lead: texts.nothingDoneLead })
          : Activities({ visit, activities: shown })
    }
    ${Pager({
      label: texts.listPages,
      newer: { href: before && address('activity', filter), label: texts.toFirstPage },
      older: {
        href: found.length > pageSize && last ? address('activity', { ...filter, before: last.id }) : undefined,
        label: texts.nextPage,
      },
    })}`
  return { page: { title: texts.pageNames.activity }, content, status: isWrong ? 422 : 200 }
}

function Activities({ visit, activities }: { visit: SupportVisit; activities: readonly Activity[] }): Content {
  const { words } = visit
  const { texts } = words
  return ActivityTable({
    words,
    caption: texts.activityCaption,
    activities,
    kinds: texts.activities,
    moment: (at: number) => exactMomentInUtc(words, at),
    placeOf: () => placeOf(visit),
  })
}

/** The page of each kind of object. */
const pages: Readonly<Partial<Record<string, string>>> = {
  payment: 'payments',
  dispute: 'disputes',
  merchant: 'merchants',
}

function placeOf({ address }: SupportVisit): PlaceOfThing {
  return {
    hrefOf: (kind, id) => (pages[kind] === undefined || id === '' ? undefined : address(`${pages[kind]}/${id}`)),
  }
}
