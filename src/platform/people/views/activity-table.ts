import { DataTable } from '../../ui/back-office/components/data-table.ts'
import { type Content, html } from '../../ui/html.ts'
import type { Words } from '../../ui/words/words.ts'
import type { Activity } from '../activities/activity.ts'
import { describeDetails } from '../activities/describe-details.ts'
import type { ActivityTexts } from '../activities/words/en.ts'

/** The link of an activity's object. */
export interface PlaceOfThing {
  /** The address of its page; absent if this back office has none. */
  readonly href?: string | undefined
  /** The mode of the object, if the page shows both modes. */
  readonly mode?: string | undefined
}

interface ActivityTableProps {
  readonly words: Words<ActivityTexts>
  readonly caption: string
  readonly activities: readonly Activity[]
  /** The words of the kinds. */
  readonly kinds: Readonly<Partial<Record<string, string>>>
  moment(at: number): string
  placeOf(activity: Activity): PlaceOfThing
}

/** A log of activities, one row each: time, person, act, object, details, network address. */
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
      // An unknown kind is of another version: its stored name is shown.
      Object.hasOwn(kinds, one.what) ? (kinds[one.what] ?? one.what) : one.what,
      Thing({ texts, activity: one, place: placeOf(one) }),
      describeDetails(one, texts, moment),
      html`<bdi dir="ltr">${one.address}</bdi>`,
    ],
  }))
  return DataTable({ caption, columns, rows })
}

/** Shown characters of an id. */
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
  const subject = html`${things[onKind] ?? onKind}${id}${mode && ` (${mode})`}`
  return href === undefined || onId === '' ? subject : html`<a href=${href}>${subject}</a>`
}
