import { listClaimsOf } from '../../../platform/people/claims/claims.ts'
import {
  choiceField,
  FilterBar,
  isWrongFilter,
  WrongFilter,
} from '../../../platform/ui/back-office/components/filter-bar.ts'
import { Empty } from '../../../platform/ui/back-office/components/panel.ts'
import { type Content, html } from '../../../platform/ui/html.ts'
import type { SupportAnswer, SupportVisit } from '../page.ts'
import { kinds, type LoadedKind, mostCounted, type QueuePeople } from './kinds.ts'
import { namesOfRequesters } from './requesters.ts'
import { Part } from './tables.ts'

/** Rows of each kind on the first page. */
const shown = 10

/** The first page: the counts of each kind, then its oldest items. `claims`: only one's own items, or only free ones. */
export async function viewQueue(visit: SupportVisit): Promise<SupportAnswer> {
  const { app, words, query, session, address } = visit
  const { texts } = words
  const typed = query('claims') ?? ''
  const field = choiceField(words, {
    ...{ name: 'claims', label: texts.claimFilter, value: typed },
    choices: (['', 'mine', 'free'] as const).map((one) => [one, texts.claimFilters[one]] as const),
  })
  const isWrong = isWrongFilter([field])
  const loaded = isWrong ? [] : await Promise.all(kinds.map((load) => load(visit)))
  const [claims, names] = await Promise.all([
    listClaimsOf(
      app,
      loaded.flatMap(({ itemIds }) => itemIds),
    ),
    namesOfRequesters(
      visit,
      loaded.flatMap(({ requests }) => requests),
    ),
  ])
  const people = { claims, names }
  const isListed = (id: string): boolean => {
    const claim = claims.get(id)
    return typed === '' || (typed === 'mine' ? claim?.agentId === session.personId : claim === undefined)
  }
  const waiting = loaded.filter(({ itemIds }) => itemIds.some(isListed))
  const content = html`
    ${waiting.length > 0 && Counts({ visit, loaded: waiting, isListed })}
    ${FilterBar({ words, action: address(''), fields: [field] })}
    ${typed !== '' && !isWrong && html`<p class="soft small">${texts.claimFilterNote}</p>`}
    ${isWrong && WrongFilter({ words })}
    ${typed !== '' && waiting.length === 0 && !isWrong && Empty({ icon: 'check', title: texts.nothingHere, lead: texts.nothingHereLead })}
    ${typed === '' && loaded.map((kind) => (kind.itemIds.length > 0 || kind.title === 'toDecideTitle') && KindPart({ visit, kind, people, isListed }))}
    ${typed !== '' && waiting.map((kind) => KindPart({ visit, kind, people, isListed }))}`
  return { page: { title: texts.queueTitle }, content, status: isWrong ? 422 : 200 }
}

interface KindPartProps {
  readonly visit: SupportVisit
  readonly kind: LoadedKind
  readonly people: QueuePeople
  readonly isListed: (id: string) => boolean
}

function KindPart({ visit, kind, people, isListed }: KindPartProps): Content {
  const { texts } = visit.words
  const { title, path, query = {}, itemIds, draw } = kind
  if (itemIds.length === 0) return Empty({ icon: 'check', title: texts.queueEmpty, lead: texts.queueEmptyLead })
  return Part({
    ...{ visit, path, query, id: title, title: texts[title] },
    children: draw(people, isListed, shown),
  })
}

// A count is at most "100+", because a long list is not read to its end.
function Counts({
  visit,
  loaded,
  isListed,
}: {
  visit: SupportVisit
  loaded: readonly LoadedKind[]
  isListed: (id: string) => boolean
}): Content {
  const { words } = visit
  const { texts } = words
  return html`<nav class="counts" aria-label=${texts.countsLabel}>
    <ul>
      ${loaded.map(({ title, itemIds }) => {
        const count = itemIds.filter(isListed).length
        const text = count > mostCounted ? texts.hundredPlus : words.number(count)
        return html`<li><a href=${`#${title}`}>${texts[title]} <strong class="number">${text}</strong></a></li>`
      })}
    </ul>
  </nav>`
}
