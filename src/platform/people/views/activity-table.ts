import { DataTable } from '../../ui/back-office/components/data-table.ts'
import { type Content, html } from '../../ui/html.ts'
import { isolated } from '../../ui/words/lang.ts'
import type { Words } from '../../ui/words/words.ts'
import type { Activity } from '../activities/activity.ts'
import { type DescribedDetail, describeDetails } from '../activities/describe-details.ts'
import type { ActivityTexts } from '../activities/words/en.ts'
import { PersonName } from './person-name.ts'

/** The links of an activity. */
export interface PlaceOfThing {
  /** Returns the address of an object's page; undefined if this back office has none. */
  hrefOf(kind: string, id: string): string | undefined
  /** The mode of the activity, if the page shows both modes. */
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
  const rows = activities.map((one) => {
    const place = placeOf(one)
    const cells = [
      html`<span class="moment">${moment(one.at)}</span>`,
      PersonName(one),
      // An unknown kind is of another version: its stored name is shown.
      Object.hasOwn(kinds, one.what) ? (kinds[one.what] ?? one.what) : one.what,
      Thing({ texts, activity: one, place }),
      Details({ details: describeDetails(one, texts, moment), place }),
      html`<bdi dir="ltr">${one.address}</bdi>`,
    ]
    return { cells }
  })
  return DataTable({ caption, columns, rows })
}

/** Shown characters of an id. */
const idEnd = 8

// Ids begin with the time: ids of the same minute differ only at the end.
function shortId(id: string): string {
  return id.length <= idEnd ? id : `…${id.slice(-idEnd)}`
}

function Details({ details, place }: { details: readonly DescribedDetail[]; place: PlaceOfThing }): Content {
  return details.map(({ label, text, kind }, index) => {
    const href = kind && place.hrefOf(kind, text)
    const value = href ? html`<a href=${href}><bdi dir="ltr">${shortId(text)}</bdi></a>` : isolated(text)
    return html`${index > 0 && ' · '}${label !== undefined && `${label}: `}${value}`
  })
}

interface ThingProps {
  readonly texts: ActivityTexts
  readonly activity: Activity
  readonly place: PlaceOfThing
}

function Thing({ texts, activity: { onKind, onId }, place: { hrefOf, mode } }: ThingProps): Content {
  const things: Readonly<Partial<Record<string, string>>> = texts.activityThings
  const id =
    onId === '' || onKind === 'person' ? null : html` <bdi dir="ltr">${onKind === 'phone' ? onId : shortId(onId)}</bdi>`
  const href = hrefOf(onKind, onId)
  const subject = html`${things[onKind] ?? onKind}${id}${mode && ` (${mode})`}`
  return href === undefined ? subject : html`<a href=${href}>${subject}</a>`
}
