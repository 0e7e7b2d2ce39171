/**
 * Copied tables: each node has a copy. They are small, and are read together with rows of any merchant: callers and
 * people. People may work for several merchants, and are found by e-mail or session. All other tables are
 * distributed by merchant.
 */
export const onEveryNode: readonly string[] = [
  ...['merchants', 'stores', 'store_logos', 'keys'],
  ...['persons', 'agents', 'memberships', 'person_sessions', 'agent_sessions'],
  ...['recovery_codes', 'passkeys', 'invitations', 'admin_requests'],
]

/**
 * Tables of the coordinator only. They have no merchant, or count messages to a phone across all merchants in one
 * transaction.
 */
export const onCoordinator: readonly string[] = ['migrations', 'production_use', 'message_quotas', 'signing_keys']

/**
 * Unique indexes without the merchant. A shard does not see the rows of others, so in a store of shards these
 * indexes are plain. Their values are random, with enough bits to be unique.
 */
export const uniqueByChance: readonly string[] = ['sessions_by_id', 'payouts_by_reference']

/**
 * The function that keeps a shard on its node until the end of the transaction. Fails with QS001 if the shard is
 * not on this node.
 */
export const holdShard = 'qist_hold_shard'

/** The same check without a lock, for statements that only read. */
export const findShard = 'qist_find_shard'

const functionOf = (name: string, more: string): string => `
  create or replace function ${name}(shard bigint) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
  begin
    ${more}
    if not exists (
      select from pg_dist_placement as placement join pg_dist_local_group as here using (groupid)
      where placement.shardid = shard
    ) then
      raise exception 'shard % is not on this node', shard using errcode = 'QS001';
    end if;
    return true;
  end $$`

/**
 * SQL that creates the functions. A move of a shard takes the same lock exclusively on all nodes before it changes
 * the placement.
 */
export const makeFunctions: readonly string[] = [
  functionOf(holdShard, 'perform lock_shard_metadata(5, array[shard]);'),
  functionOf(findShard, ''),
  ...[holdShard, findShard].flatMap((name) => [
    `revoke execute on function ${name}(bigint) from public`,
    `grant execute on function ${name}(bigint) to qist_service`,
    `select create_distributed_function('${name}(bigint)')`,
  ]),
]

/**
 * PL/pgSQL: the first statement of a function that reads or writes by merchant. In a store of shards Citus must see
 * the values to plan on the right node, so generic plans are off until the transaction ends. On a plain server
 * nothing changes.
 */
export const planForCitus = `if to_regproc('${holdShard}') is not null then
    perform set_config('plan_cache_mode', 'force_custom_plan', true);
  end if;`
