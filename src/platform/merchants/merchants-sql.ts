/** SQL: what other rooms show of the merchants that they join: merchant_id, name, region, clock_offset_ms. The table is this room's. */
export const shownMerchants = 'select merchant_id, name, region, clock_offset_ms from merchants'
