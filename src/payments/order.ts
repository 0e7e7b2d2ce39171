/**
 * What a merchant sends with a payment, in the form it is stored and shown in: the wire's names, amounts as decimal texts
 * with the currency's decimals. Nothing is computed with it.
 */
export interface OrderBody {
  readonly description: string
  readonly buyer: BuyerBody
  readonly shipping_address: AddressBody
  /** Without the reference, which a merchant may change later and the payment itself holds. */
  readonly order: {
    readonly updated_at?: string
    readonly tax_amount: string
    readonly shipping_amount: string
    readonly discount_amount: string
    readonly items: readonly ItemBody[]
  }
  readonly buyer_history: BuyerHistoryBody
  readonly order_history: readonly OrderHistoryBody[]
  readonly meta: Readonly<Record<string, string>> | null
  readonly attachment: { readonly body: string; readonly content_type: string } | null
}

export interface BuyerBody {
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly dob: string | null
}

export interface AddressBody {
  readonly city: string
  readonly address: string
  readonly zip: string
}

export interface ItemBody {
  readonly reference_id: string
  readonly title: string
  readonly description: string
  readonly quantity: number
  readonly unit_price: string
  readonly discount_amount: string
  readonly category: string
  readonly image_url?: string
  readonly product_url?: string
  readonly gender?: string
  readonly color?: string
  readonly product_material?: string
  readonly size_type?: string
  readonly size?: string
  readonly brand?: string
  readonly is_refundable?: boolean
  readonly barcode?: string
  readonly ppn?: string
  readonly seller?: string
}

export interface BuyerHistoryBody {
  readonly registered_since: string | null
  readonly loyalty_level: number
  readonly wishlist_count?: number
  readonly is_social_networks_connected?: boolean
  readonly is_phone_number_verified?: boolean
  readonly is_email_verified?: boolean
}

export interface OrderHistoryBody {
  /** Null where a lenient store was not told. */
  readonly purchased_at: string | null
  readonly amount: string
  readonly payment_method: string
  readonly status: string
  readonly buyer: BuyerBody
  readonly shipping_address: AddressBody
  readonly items: readonly PastItemBody[]
}

/** An item of an earlier order also shows what became of it. */
export interface PastItemBody extends ItemBody {
  readonly ordered: number
  readonly captured: number
  readonly shipped: number
  readonly refunded: number
}
