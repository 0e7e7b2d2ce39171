/** A part of the guides. */
interface Part {
  readonly title: string
  /** Its guides in their order: `docs/guides/<name>.md` is read at `/docs/<name>`. */
  readonly names: readonly string[]
}

/** Every guide, in the order in which they are read. */
export const contents: readonly Part[] = [
  { title: 'Start', names: ['what-qist-is', 'quick-start', 'how-a-payment-lives'] },
  {
    title: 'Take a payment',
    names: [
      ...['create-a-session', 'send-the-customer', 'confirm-the-payment', 'receive-webhooks', 'capture', 'refund'],
      ...['when-an-answer-is-lost', 'disputes', 'stores-currencies-regions', 'point-of-sale-and-links'],
    ],
  },
  {
    title: 'Try everything',
    names: ['test-data-and-time-travel', 'break-it', 'get-your-certificate', 'in-your-ci', 'sdk'],
  },
  { title: 'Run it', names: ['going-live', 'errors', 'running-in-production', 'changes'] },
]
