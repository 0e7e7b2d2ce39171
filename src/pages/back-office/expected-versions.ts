import type { Author, Dispute, EventType, ExpectedVersions, HistoryEntry } from '../../money/disputes/dispute.ts'
import { type DisputeId, parseId } from '../../platform/base/ids.ts'

/** Returns the form field of a dispute: its id and the version that the page showed. */
export function formatExpected({ id, version }: Pick<Dispute, 'id' | 'version'>): string {
  return `${id}.${version}`
}

/** Returns the disputes of a form. Undefined if the form names none, names one twice, or is not from our page. */
export function parseExpected(texts: readonly string[]): ExpectedVersions | undefined {
  const expected = new Map<DisputeId, number>()
  for (const text of texts.flatMap((value) => value.split(' '))) {
    const [, id = '', version] = /^([^.]*)\.(\d{1,9})$/.exec(text) ?? []
    const parsed = parseId(id)
    if (parsed === undefined || expected.has(parsed)) return undefined
    expected.set(parsed, Number(version))
  }
  return expected.size === 0 ? undefined : expected
}

/**
 * Whether the only event since the page was drawn is this author's, with the same type and text: then the form was sent
 * twice.
 */
export function isDoneBy(
  author: Author,
  { eventType, text }: { readonly eventType: EventType; readonly text?: string },
  { dispute, history }: { readonly dispute: Dispute; readonly history: readonly HistoryEntry[] },
  expectedVersion: number | undefined,
): boolean {
  const last = history.at(-1)
  const isSameAuthor = last?.source === author.source && last.createdBy === author.createdBy
  const isSameText = text === undefined || [last?.content, last?.note].includes(text)
  return isSameAuthor && isSameText && last.eventType === eventType && dispute.version === (expectedVersion ?? 0) + 1
}
