/** A list that is read page by page while the caller iterates. */
export interface Pages<Item, Page> extends AsyncIterable<Item> {
  /** The first page, with the total if the service counts it. */
  page(): Promise<Page>
}

export type Query = Readonly<Record<string, unknown>>
type Read = (query: Query) => Promise<unknown>

interface ListedItem {
  readonly id: string
  readonly created_at?: string
}

/**
 * A list with offsets. An item that is added during reading moves all later items. So every later page ends at the
 * newest item of the first page, and an item that came before is left out.
 */
export async function* pagesByOffset(read: Read, member: string, query: Query): AsyncGenerator<unknown> {
  const yieldedIds = new Set<string>()
  const bound: Record<string, string> = {}
  for (let offset = Number(query['offset'] ?? 0); ; ) {
    const page = (await read({ ...query, ...bound, offset: String(offset) })) as Record<string, readonly ListedItem[]>
    const items = page[member] ?? []
    const newest = items[0]?.created_at
    if (newest !== undefined && query['created_at__lte'] === undefined) bound['created_at__lte'] ??= newest
    for (const item of items) {
      if (yieldedIds.has(item.id)) continue
      yieldedIds.add(item.id)
      yield item
    }
    offset += items.length
    const { total_count: total } = page['pagination'] as unknown as { readonly total_count: number }
    if (items.length === 0 || offset >= total) return
  }
}

/** A list whose pages name the next page. */
export async function* pagesByToken(read: Read, member: string, query: Query): AsyncGenerator<unknown> {
  for (let token = query['page_token']; ; ) {
    const page = (await read({ ...query, page_token: token })) as Record<string, readonly unknown[]>
    yield* page[member] ?? []
    token = page['next_page_token']
    if (!token) return
  }
}
