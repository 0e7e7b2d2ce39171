/** A merchant's key, a customer, a merchant's person, a support agent, or the service itself for due work. */
export type PrincipalKind = 'merchant_key' | 'customer' | 'user' | 'support' | 'service'

/** The author of a change in timelines, histories and logs. */
export interface Principal {
  readonly kind: PrincipalKind
  /** The id of the key or person; empty for others. */
  readonly id: string
  /** For readers: `key …ab12`, `customer`, `service`. Never personal data of a customer. */
  readonly name: string
}

export const customer: Principal = { kind: 'customer', id: '', name: 'customer' }
export const support: Principal = { kind: 'support', id: '', name: 'support' }
/** The operator, by the command line. */
export const operator: Principal = { kind: 'service', id: '', name: 'operator' }
export const service: Principal = { kind: 'service', id: '', name: 'service' }
