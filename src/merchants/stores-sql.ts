/** How other rooms look at stores and merchants: SQL for their joins. The tables are this room's. */

/** SQL: the code and the name of every store, to be joined by `merchant_id` and `store_id`. */
export const storeNames = 'select merchant_id, id as store_id, merchant_code, name as store_name from stores'

/** SQL: the region of every merchant and how far its clock is ahead, to be joined by `merchant_id`. */
export const merchantRegions = 'select merchant_id, region, clock_offset_ms from merchants'
