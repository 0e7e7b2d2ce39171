import { DataTable } from '../../ui/back-office/components/data-table.ts'
import { type Content, html } from '../../ui/html.ts'
import type { Words } from '../../ui/words/words.ts'
import type { Activity } from '../activities/activity.ts'
import { describeDetails } from '../activities/describe-details.ts'
import type { ActivityTexts } from '../activities/words/en.ts'

/** Where a thing is, as the back office shows it. */
export interface PlaceOfThing {
  /** The address of its page; absent where it has none here. */
  readonly href?: string | undefined
  /** Of which mode it is, where that is not plain. */
  readonly mode?: string | undefined
}

interface ActivityTableProps {
  readonly words: Words<ActivityTexts>
  readonly caption: string
  readonly activities: readonly Activity[]
  /** What may be done at the back office, in words. */
  readonly kinds: Readonly<Partial<Record<string, string>>>
  moment(at: number): string
  placeOf(activity: Activity): PlaceOfThing
}

/** A log, one line for what somebody did: when, who, what, on what, what else there is to say, and from where. */
export function ActivityTable({ words, caption, activities, kinds, moment, placeOf }: ActivityTableProps): Content {
  const { texts } = words
  const columns = [
    { label: texts.activityWhen },
    { label: texts.activityWho },
    { label: texts.activityWhat },
    { label: texts.activityOn },
    { label: texts.activityDetails },
    { label: texts.activityFrom, isMinor: true },
  ]
  const rows = activities.map((one) => ({
    cells: [
      html`<span class="moment">${moment(one.at)}</span>`,
      html`<bdi dir="ltr">${one.email}</bdi>`,
      // Of a later version, or of a kind that is no more: as it was written.
      Object.hasOwn(kinds, one.what) ? (kinds[one.what] ?? one.what) : one.what,
      Thing({ texts, activity: one, place: placeOf(one) }),
      describeDetails(one, texts, moment),
      html`<bdi dir="ltr">${one.address}</bdi>`,
    ],
  }))
  return DataTable({ caption, columns, rows })
}

/** How many characters of an id are shown. */
const idEnd = 8

interface ThingProps {
  readonly texts: ActivityTexts
  readonly activity: Activity
  readonly place: PlaceOfThing
}

function Thing({ texts, activity: { onKind, onId }, place: { href, mode } }: ThingProps): Content {
  const things: Readonly<Partial<Record<string, string>>> = texts.activityThings
  // Ids begin with the time: ids of the same minute differ only at the end.
  const short = onKind === 'phone' || onId.length <= idEnd ? onId : `…${onId.slice(-idEnd)}`
  const id = onId === '' || onKind === 'person' ? null : html` <bdi dir="ltr">${short}</bdi>`
  const said = html`${things[onKind] ?? onKind}${id}${mode && ` (${mode})`}`
  return href === undefined || onId === '' ? said : html`<a href=${href}>${said}</a>`
}
