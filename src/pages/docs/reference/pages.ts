import type { ApiDocument } from '../../../platform/http/api-document.ts'
import { type Endpoint, endpointsOf } from './endpoint.ts'
import { shapeId } from './shape.ts'

/** A page of operations: `/docs/reference/<name>`. */
export interface ReferencePage {
  readonly name: string
  readonly title: string
  readonly about: string
  readonly endpoints: readonly Endpoint[]
}

interface SandboxPage {
  readonly name: string
  readonly title: string
  readonly about: string
  /** The word behind `/sandbox/` in the paths of its operations; undefined: all other operations. */
  readonly words?: readonly string[]
}

// One page with all operations of the sandbox would have more than 200 KB.
const sandboxPages: readonly SandboxPage[] = [
  {
    name: 'sandbox',
    title: 'Sandbox: merchants and payments',
    about: 'Your own merchants, their stores and rules, and payments that you play as the customer or as support.',
  },
  {
    name: 'sandbox-risk',
    title: 'Sandbox: risk and plans',
    about: 'The risk rules of a merchant, the decisions about orders, and the plans that a store offers.',
    words: ['risk', 'decision', 'stores', 'processor'],
  },
  {
    name: 'sandbox-disputes',
    title: 'Sandbox: disputes',
    about: 'Disputes that you play as the customer or as support.',
    words: ['disputes'],
  },
  {
    name: 'sandbox-clock',
    title: 'Sandbox: clock, notifications, snapshots',
    about: 'The clock of a merchant, what its webhooks were sent, and states of the sandbox to go back to.',
    words: ['clock', 'notifications', 'deliver', 'signing', 'reset', 'snapshots'],
  },
  {
    name: 'sandbox-faults',
    title: 'Sandbox: faults, journal, certificate',
    about: 'Failures to inject, the journal of all calls, and rehearsals that test your shop.',
    words: ['faults', 'journal', 'certificate'],
  },
]

const sandboxTag = 'Sandbox'

/** Returns the pages of the reference, one for each tag; the tag of the sandbox has several. */
export function referencePagesOf(document: ApiDocument): ReferencePage[] {
  return document.tags.flatMap(({ name, description }) => {
    const endpoints = endpointsOf(document, name)
    if (name === sandboxTag) return splitSandbox(endpoints)
    return [{ name: name.toLowerCase().replaceAll(' ', '-'), title: name, about: description, endpoints }]
  })
}

function splitSandbox(endpoints: readonly Endpoint[]): ReferencePage[] {
  const pageOf = ({ path }: Endpoint) =>
    sandboxPages.find(({ words }) => words?.includes(path.split('/')[2] ?? '')) ?? sandboxPages[0]
  return sandboxPages.map((page) => ({ ...page, endpoints: endpoints.filter((endpoint) => pageOf(endpoint) === page) }))
}

/** Returns the address of an operation's page. */
export function pageAddress({ name }: Pick<ReferencePage, 'name'>): string {
  return `/docs/reference/${name}`
}

/** Returns the anchors that `/docs` had when the reference was one page, by the page that has them now. */
export function oldAnchorsOf(pages: readonly ReferencePage[], document: ApiDocument): Record<string, string[]> {
  const shapes = Object.keys(document.components.schemas).map(shapeId)
  return {
    '/docs/reference': ['reference'],
    '/docs/reference/shapes': ['shapes', ...shapes],
    ...Object.fromEntries(
      pages.map((page) => [
        pageAddress(page),
        [page.name, ...page.endpoints.map(({ operation }) => operation.operationId)],
      ]),
    ),
  }
}
