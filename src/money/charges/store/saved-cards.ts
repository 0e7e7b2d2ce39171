import { array, bool, json, text, timestamptz, uuid } from '../../../platform/db/columns.ts'
import { onEachShard } from '../../../platform/db/sharding/each-shard.ts'
import { defineReport, defineStatement } from '../../../platform/db/statement.ts'
import { remainingColumns } from '../../../platform/merchants/sandbox-remains.ts'
import type { CardBrowser } from '../card-browsers.ts'
import { cardColumns } from '../card-columns.ts'

export const findSavedCard = defineStatement(
  'find_saved_card',
  { merchantId: uuid, isTest: bool, phone: text },
  { ...cardColumns, browsers: json<readonly CardBrowser[]>() },
  `select token as card_token, brand as card_brand, last_four as card_last_four, expiry_month as card_expiry_month,
     expiry_year as card_expiry_year, browsers
   from saved_cards where merchant_id = :merchantId and is_test = :isTest and phone = :phone`,
)

export const listCardsOf = defineStatement(
  'list_saved_cards_of_phone',
  { merchantIds: array(uuid), isTest: bool, phone: text },
  { merchant_id: uuid, saved_at: timestamptz, ...cardColumns },
  `select merchant_id, saved_at, token as card_token, brand as card_brand, last_four as card_last_four,
     expiry_month as card_expiry_month, expiry_year as card_expiry_year
   from saved_cards where merchant_id = any(:merchantIds) and is_test = :isTest and phone = :phone order by saved_at`,
)

export const moveCard = defineStatement(
  'move_saved_card',
  { merchantId: uuid, isTest: bool, former: text, phone: text },
  {},
  `with gone as (
     delete from saved_cards where merchant_id = :merchantId and is_test = :isTest and phone = :former
     returning merchant_id, is_test, token, brand, last_four, expiry_month, expiry_year, saved_at, in_sandbox, browsers
   )
   insert into saved_cards (merchant_id, is_test, phone, token, brand, last_four, expiry_month, expiry_year, saved_at, in_sandbox, browsers)
   select merchant_id, is_test, :phone, token, brand, last_four, expiry_month, expiry_year, saved_at, in_sandbox, browsers
   from gone on conflict (merchant_id, is_test, phone) do nothing`,
)

export const saveCard = defineStatement(
  'save_card',
  { merchantId: uuid, isTest: bool, phone: text, savedAt: timestamptz, ...cardColumns },
  {},
  `insert into saved_cards as known (merchant_id, is_test, phone, token, brand, last_four, expiry_month, expiry_year, saved_at)
   values (:merchantId, :isTest, :phone, :card_token, :card_brand, :card_last_four, :card_expiry_month, :card_expiry_year, :savedAt)
   on conflict (merchant_id, is_test, phone) do update
   set token = excluded.token, brand = excluded.brand, last_four = excluded.last_four,
     expiry_month = excluded.expiry_month, expiry_year = excluded.expiry_year, saved_at = excluded.saved_at,
     browsers = case when known.token = excluded.token then known.browsers else excluded.browsers end`,
)

export const saveBrowsers = defineStatement(
  'save_card_browsers',
  { merchantId: uuid, isTest: bool, phone: text, browsers: json<readonly CardBrowser[]>() },
  {},
  `update saved_cards set browsers = :browsers
   where merchant_id = :merchantId and is_test = :isTest and phone = :phone`,
)

export const listCardsOfSandbox = onEachShard(
  defineReport(
    'list_saved_cards_of_sandbox',
    { isUnmarkedToo: bool },
    remainingColumns,
    `select merchant_id, count(*)::int4 as count, '' as what from saved_cards
     where in_sandbox or :isUnmarkedToo group by merchant_id`,
  ),
)

export const deleteCardsOfSandbox = defineStatement(
  'delete_saved_cards_of_sandbox',
  { merchantId: uuid, isUnmarkedToo: bool },
  {},
  'delete from saved_cards where merchant_id = :merchantId and (in_sandbox or :isUnmarkedToo)',
)
