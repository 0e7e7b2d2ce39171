import type { Author, Dispute, EventType, HistoryEntry } from '../../money/disputes/dispute.ts'
import type { SeenVersions } from '../../money/disputes/seen-versions.ts'
import { type DisputeId, parseId } from '../../platform/base/ids.ts'

/** How a form says which dispute it is about, and at which version its page showed it. */
export function formatSeen({ id, version }: Pick<Dispute, 'id' | 'version'>): string {
  return `${id}.${version}`
}

/** The disputes that a form is about; undefined where it names none, one twice, or in a way that no page of ours does. */
export function parseSeen(texts: readonly string[]): SeenVersions | undefined {
  const seen = new Map<DisputeId, number>()
  for (const text of texts.flatMap((value) => value.split(' '))) {
    const [, id = '', version] = /^([^.]*)\.(\d{1,9})$/.exec(text) ?? []
    const parsed = parseId(id)
    if (parsed === undefined || seen.has(parsed)) return undefined
    seen.set(parsed, Number(version))
  }
  return seen.size === 0 ? undefined : seen
}

/**
 * Whether the last thing that happened to a dispute, since it was seen, is what this author wanted, in the same words where any are named: the form
 * came twice.
 */
export function isDoneBy(
  author: Author,
  { eventType, text }: { readonly eventType: EventType; readonly text?: string },
  { dispute, history }: { readonly dispute: Dispute; readonly history: readonly HistoryEntry[] },
  seenVersion: number | undefined,
): boolean {
  const last = history.at(-1)
  const isHis = last?.source === author.source && last.createdBy === author.createdBy
  const isSaid = text === undefined || [last?.content, last?.note].includes(text)
  return isHis && isSaid && last.eventType === eventType && dispute.version === (seenVersion ?? 0) + 1
}
