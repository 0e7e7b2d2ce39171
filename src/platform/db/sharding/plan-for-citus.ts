import { holdShard } from './distribution.ts'

/**
 * PL/pgSQL: the first thing in a function that reads or writes by merchant. On a store in shards Citus plans what is in it, on the node that has the merchant's shard, and refuses
 * to plan for values that it does not see; on a plain server nothing changes. It holds until the transaction ends.
 */
export const planForCitus = `if to_regproc('${holdShard}') is not null then
    perform set_config('plan_cache_mode', 'force_custom_plan', true);
  end if;`
