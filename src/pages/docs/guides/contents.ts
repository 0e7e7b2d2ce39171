import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Guide, parseGuide } from './guide.ts'

/** A part of the guides. */
interface Part {
  readonly title: string
  /** The names of its guides, in order: `/docs/<name>` shows `docs/guides/<name>.md`. */
  readonly names: readonly string[]
}

/** All guides in reading order. */
export const contents: readonly Part[] = [
  { title: 'Start', names: ['what-qist-is', 'quick-start', 'how-a-payment-lives'] },
  {
    title: 'Take a payment',
    names: [
      ...['create-a-session', 'send-the-customer', 'confirm-the-payment', 'receive-webhooks', 'capture', 'refund'],
      ...[
        'when-an-answer-is-lost',
        'disputes',
        'stores-currencies-regions',
        'point-of-sale-and-links',
        'on-site-messaging',
        'connect-a-plugin',
      ],
    ],
  },
  {
    title: 'Try everything',
    names: [
      ...['test-data-and-time-travel', 'break-it', 'get-your-certificate', 'with-an-agent', 'in-your-ci'],
      ...['sdk', 'python-and-php'],
    ],
  },
  { title: 'Run it', names: ['going-live', 'errors', 'running-in-production', 'changes'] },
]

/** The guides of a part. */
export interface GuidePart {
  readonly title: string
  readonly guides: readonly Guide[]
}

/** The folder of the guides, in the checkout and in the tarball. */
export const guidesFolder = join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'guides')

let parts: readonly GuidePart[] | undefined

/** Returns all guides in order. Reads them at the first call. */
export function readGuides(): readonly GuidePart[] {
  parts ??= read()
  return parts
}

function read(): GuidePart[] {
  return contents.map(({ title, names }) => ({
    title,
    guides: names.map((name) => parseGuide(name, readFileSync(join(guidesFolder, `${name}.md`), 'utf8'))),
  }))
}
