/** A client that the command does not run. */
export interface LeftOut {
  readonly name: string
  readonly reason: string
  /** Faults that were read in its sources. */
  readonly faults: readonly string[]
}

/** The clients of the contract that need more than a machine with Node, PHP and MariaDB. */
export const leftOut: readonly LeftOut[] = [
  {
    name: 'Magento 2 module 6.x',
    reason: 'Magento itself comes from a registry that asks for an account',
    faults: [
      'Captures and refunds have no reference: a repeated one moves money again.',
      'Any answer that says `already closed` counts as a successful void, also where the payment was captured.',
    ],
  },
  {
    name: 'Odoo module',
    reason: 'needs an Odoo server, which no registry of the project has',
    faults: [
      'A payment that is CLOSED without captures, such as a cancelled one, is taken for paid.',
      'The scheduled job for waiting payments reads a member that is not there, and ends at the first of them.',
    ],
  },
  {
    name: 'Saleor app',
    reason: 'needs a Saleor server, which no registry of the project has',
    faults: [
      'It never captures: the merchant gets no money unless somebody captures at the dashboard.',
      'Any partial refund is shown as a whole one.',
    ],
  },
  {
    name: 'iOS, Android and Flutter SDKs',
    reason: 'need their platforms. Their bridges are played in Chromium by `npm test` (`test/pages`)',
    faults: ['Android sends an attachment that it has made up with each session.'],
  },
]
