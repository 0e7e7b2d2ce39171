import type { Card } from '../../platform/adapters/card-processor.ts'
import { int4, type RowOf, text } from '../../platform/db/columns.ts'

/** The columns of a card in a table. */
export const cardColumns = {
  card_token: text,
  card_brand: text,
  card_last_four: text,
  card_expiry_month: int4,
  card_expiry_year: int4,
}

type CardRow = RowOf<typeof cardColumns>

export function cardFrom(row: CardRow): Card {
  return {
    token: row.card_token,
    brand: row.card_brand as Card['brand'],
    lastFour: row.card_last_four,
    expiryMonth: row.card_expiry_month,
    expiryYear: row.card_expiry_year,
  }
}

export function cardRow(card: Card): CardRow {
  return {
    card_token: card.token,
    card_brand: card.brand,
    card_last_four: card.lastFour,
    card_expiry_month: card.expiryMonth,
    card_expiry_year: card.expiryYear,
  }
}
