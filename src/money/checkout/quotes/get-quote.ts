import type { FastifyRequest } from 'fastify'
import { currencies, finestCurrency, isCurrency } from '../../../platform/base/markets.ts'
import { decimalsOf, parseAmount } from '../../../platform/base/money.ts'
import { type WrongField, wrongFields, wrongValue } from '../../../platform/base/refusals.ts'
import { wholeSecond } from '../../../platform/base/times.ts'
import type { Api } from '../../../platform/http/api.ts'
import { limitKeyless } from '../../../platform/http/limit-keyless.ts'
import { callerFrom, type KeyHolder, nowFor } from '../../../platform/merchants/caller.ts'
import { findKeyHolder } from '../../../platform/merchants/keys/find-key-holder.ts'
import { isKey } from '../../../platform/merchants/keys/key.ts'
import { findStoreByCode, type Store } from '../../../platform/merchants/merchant.ts'
import { refusals as callerRefusals } from '../../../platform/merchants/refusals.ts'
import { queryOf } from '../../../platform/ui/page-request.ts'
import { amountMessage } from '../../payments/refusals.ts'
import { findRules } from '../../risk/find-rules.ts'
import { refusals } from '../refusals.ts'
import { type Quote, quotePrice } from './quote.ts'

const nobody = { phone: '', email: '' }

/**
 * Returns the quote that the request's query names (docs/contract/messaging.md#figures). Refuses with 400 wrong
 * parameters and another currency than the store's, with 401 an unknown key or merchant code, and with 403 a key of
 * another region. An address that sends many unknown keys gets 429.
 */
export async function getQuote({ app, region }: Api, request: FastifyRequest): Promise<Quote> {
  const { publicKey, merchantCode, currency, priceMinor } = readQuery(request)
  const holder = await findKeyHolder(app, publicKey)
  if (typeof holder === 'string') {
    limitKeyless(app, 'key', request)
    throw callerRefusals.keyNotFound()
  }
  if (holder.region !== region) throw callerRefusals.wrongRegion()
  const store = storeOf(holder, merchantCode, currency)
  if (store.currency !== currency) throw refusals.currencyNotOffered(store.currency, currency)
  const caller = callerFrom(holder, request.id)
  const { rules } = await findRules(app, caller, store, nobody)
  return quotePrice(store, rules, priceMinor, wholeSecond(nowFor(app, caller)))
}

// Many shops name no store on their pages. A key with one store for the currency needs no name.
function storeOf({ stores }: KeyHolder, merchantCode: string, currency: string): Store {
  const [first] = stores
  const named = merchantCode === '' ? undefined : findStoreByCode(stores, merchantCode)
  const store = merchantCode === '' ? (stores.find((one) => one.currency === currency) ?? first) : named
  if (store === undefined) throw callerRefusals.unknownMerchantCode()
  return store
}

function readQuery(request: FastifyRequest) {
  const publicKey = queryOf(request, 'public_key') ?? ''
  const merchantCode = queryOf(request, 'merchant_code') ?? ''
  const currency = queryOf(request, 'currency') ?? ''
  const price = queryOf(request, 'price') ?? ''
  const isPublic = isKey(publicKey) && publicKey.toLowerCase().startsWith('pk_')
  const readIn = isCurrency(currency) ? currency : finestCurrency
  const priceMinor = parseAmount(price, readIn)
  const wrong = [
    !isPublic && wrongOrMissing('public_key', publicKey, 'must be a public key: pk_test_… or pk_…'),
    !isCurrency(currency) &&
      wrongOrMissing('currency', currency, `must be ${currencies.slice(0, -1).join(', ')} or ${currencies.at(-1)}`),
    typeof priceMinor !== 'bigint' && wrongOrMissing('price', price, amountMessage(priceMinor, decimalsOf(readIn))),
    typeof priceMinor === 'bigint' && priceMinor <= 0n && wrongValue('$.price', amountMessage('not positive', 0)),
  ].filter((field) => field !== false)
  if (wrong.length > 0 || !isCurrency(currency) || typeof priceMinor !== 'bigint') throw wrongFields(wrong)
  return { publicKey, merchantCode, currency, priceMinor }
}

function wrongOrMissing(name: string, value: string, message: string): WrongField {
  const field = `$.${name}`
  return value === '' ? { field, code: 'required', message: 'is required' } : wrongValue(field, message)
}
