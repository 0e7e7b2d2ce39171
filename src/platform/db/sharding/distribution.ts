/**
 * What is small and read wherever rows of any merchant are: every node has a copy. Who is calling, and people, who
 * may work for several merchants and are found by what they bring. All other tables go by merchant.
 */
export const onEveryNode: readonly string[] = [
  ...['merchants', 'stores', 'store_logos', 'keys'],
  ...['persons', 'agents', 'memberships', 'person_sessions', 'agent_sessions'],
  ...['recovery_codes', 'invitations', 'admin_requests'],
]

/**
 * The coordinator's own: what has no merchant, and the text messages to a phone, which are counted of all merchants
 * together in one transaction.
 */
export const onCoordinator: readonly string[] = ['migrations', 'production_use', 'message_quotas']

/**
 * Unique indexes without the merchant. No shard sees the rows of the others: there these are plain indexes, and what
 * they hold is unique because it is made of as many random bits.
 */
export const uniqueByChance: readonly string[] = ['sessions_by_id', 'payouts_by_reference']

/**
 * The function by which a shard is held where it is until the transaction's end; it fails with QS001 where the shard
 * is not.
 */
export const holdShard = 'qist_hold_shard'

/** The same for who only reads: it holds nothing. */
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
 * SQL: makes the functions. Whoever moves a shard takes the same lock, alone, on all nodes, before it is said to be
 * elsewhere.
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
 * PL/pgSQL: the first thing in a function that reads or writes by merchant. On a store in shards Citus plans what is
 * in it, on the node that has the merchant's shard, and refuses to plan for values that it does not see; on a plain
 * server nothing changes. It holds until the transaction ends.
 */
export const planForCitus = `if to_regproc('${holdShard}') is not null then
    perform set_config('plan_cache_mode', 'force_custom_plan', true);
  end if;`
