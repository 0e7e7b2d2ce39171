/** A key of a merchant's shop, a customer, a person of the merchant's, support, or the service itself because a time has come. */
type PrincipalKind = 'merchant_key' | 'customer' | 'user' | 'support' | 'service'

/** Who acts, as timelines, histories and logs name them. */
export interface Principal {
  readonly kind: PrincipalKind
  /** The key's or the user's; empty where nobody tells one from another. */
  readonly id: string
  /** For people: `key …ab12`, `customer`, `service`. Never personal data of a customer. */
  readonly name: string
}

export const customer: Principal = { kind: 'customer', id: '', name: 'customer' }
export const support: Principal = { kind: 'support', id: '', name: 'support' }
export const service: Principal = { kind: 'service', id: '', name: 'service' }
