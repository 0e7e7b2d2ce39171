import type { ApiDocument } from '../../../platform/http/api-document.ts'
import type { Schema } from '../../../platform/http/portable-schema.ts'
import type { GuidePart } from '../guides/contents.ts'
import { searchTextOf } from '../reference/operation.ts'
import { pageAddress, referencePagesOf } from '../reference/pages.ts'
import { shapeId } from '../reference/shape.ts'

/** An entry of the search index. */
export interface Entry {
  readonly id: number
  readonly title: string
  /** The page of the entry; for a whole guide, its part. */
  readonly page: string
  readonly address: string
  readonly text: string
}

/** Returns an entry for each section of each guide, and each operation and shape of the reference. */
export function entriesOf(parts: readonly GuidePart[], document: ApiDocument): Entry[] {
  const sections = parts.flatMap((part) =>
    part.guides.flatMap((guide) =>
      guide.sections.map(({ id, title, text }) => {
        const isWhole = id === ''
        const address = isWhole ? `/docs/${guide.name}` : `/docs/${guide.name}#${id}`
        return { title, page: isWhole ? part.title : guide.title, address, text }
      }),
    ),
  )
  const page = 'API reference'
  const operations = referencePagesOf(document).flatMap((referencePage) =>
    referencePage.endpoints.map((endpoint) => ({
      title: endpoint.operation.summary ?? endpoint.path,
      page,
      address: `${pageAddress(referencePage)}#${endpoint.operation.operationId}`,
      text: searchTextOf(endpoint),
    })),
  )
  const shapes = Object.entries(document.components.schemas).map(([name, schema]) => ({
    title: name,
    page,
    address: `/docs/reference/shapes#${shapeId(name)}`,
    text: Object.keys(((schema as Schema)['properties'] ?? {}) as object).join(' '),
  }))
  return [...sections, ...operations, ...shapes].map((entry, id) => ({ id, ...entry }))
}
