import type { ReadResourceResult } from '@modelcontextprotocol/sdk/types.js'
import { pieceOf } from '../pieces.ts'
import { refuseCall } from '../refuse-call.ts'
import { listPages } from './pages.ts'

const mimeType = 'text/markdown'

const uriOf = (name: string): string => `qist://${name.includes('/') ? name : `guides/${name}`}`

/** Returns the guides and the contract's pages as resources of the protocol. */
export function listResources() {
  return listPages().map(({ name, title, summary }) => ({
    ...{ uri: uriOf(name), name, title, mimeType },
    description: summary.replaceAll('\n', ' '),
  }))
}

/**
 * Returns a page as a resource, such as `qist://guides/receive-webhooks`; of a long page the first piece. Refuses
 * any other address.
 */
export function readResource(uri: string): ReadResourceResult {
  const page = listPages().find(({ name }) => uriOf(name) === uri)
  if (page === undefined) refuseCall(`no such resource: ${uri.slice(0, 200)}`)
  return { contents: [{ uri, mimeType, text: pieceOf(page.markdown) }] }
}
