import { setTimeout as pause } from 'node:timers/promises'
import { second } from '../../base/times.ts'
import type { Db, Tx } from '../db.ts'
import type { PoolState } from '../pool.ts'
import type { Statement } from '../statement.ts'
import { mergeOf } from './each-shard.ts'
import { openPlaces } from './place-statement.ts'
import { loadShardMap, type Shard, type ShardMap, type ShardNode, shardOfMerchant } from './shard-map.ts'
import { isRead, ofShard } from './shard-statement.ts'
import { failureOfParts, type Places, transactionIn } from './transactions.ts'

interface Options {
  readonly map: ShardMap
  /** Citus, for statements that no single shard can run. */
  readonly coordinator: Db
  openNode(node: ShardNode): Db
}

/** How long a statement searches for the new node of a moved shard, in milliseconds. */
const searchMs = 10 * second
const searchPauseMs = 50

/**
 * Opens a store in shards. A statement with a merchant runs on the tables of the merchant's shard, in one round
 * trip. A statement declared by `onEachShard` runs in each shard. All others run at the coordinator, through Citus.
 * If a shard moves meanwhile, the statement runs again on the new node; the old node accepts no write.
 */
export function openShardedDb(options: Options): Db {
  const db = new ShardedDb(options)
  // A plain object, like that of a plain server, so that callers can copy it and replace a member.
  return {
    run: (statement, params) => db.run(statement, params),
    transaction: (work, limitMs) => db.transaction(work, limitMs),
    runText: (text, limitMs) => db.runText(text, limitMs),
    afterCommit: (then) => then(),
    poolState: () => db.poolState(),
    shardOf: (merchantId) => db.shardOf(merchantId),
    eachShard: (work) => db.eachShard(work),
    get sharding() {
      return db.sharding
    },
    close: () => db.close(),
  }
}

class ShardedDb {
  readonly #coordinator: Db
  readonly #openNode: (node: ShardNode) => Db
  readonly #nodes = new Map<string, Db>()
  #places: Places
  #firstShard = 0

  constructor({ map, coordinator, openNode }: Options) {
    this.#coordinator = coordinator
    this.#openNode = openNode
    this.#places = this.#placesIn(map)
  }

  get sharding() {
    const { shards } = this.#places.map
    return { shards: shards.length, nodes: new Set(shards.map(({ node }) => node.id)).size }
  }

  shardOf(merchantId: string): string {
    return String(shardOfMerchant(this.#places.map, merchantId).id)
  }

  async run<Params, Row>(statement: Statement<Params, Row>, params: Params): Promise<Row[]> {
    const ran = await this.#follow(async () => {
      const place = this.#places.placeOf(statement, params)
      if (place === 'every shard') return { parts: place }
      if (typeof place === 'string') return { rows: await this.#coordinator.run(statement, params) }
      const [only, ...others] = place
      if (only === undefined || others.length > 0) return { parts: place.map((part) => part.params) }
      return { rows: await this.#runOn(only.shard, statement, only.params) }
    })
    if (ran.parts === undefined) return ran.rows
    return ran.parts === 'every shard' ? this.#runOnEach(statement, params) : this.#runInParts(statement, ran.parts)
  }

  // Each part commits and is retried separately, so no part is written twice because of another shard. Wait for all
  // parts before reporting: a retry must not run beside an unfinished part.
  async #runInParts<Params, Row>(statement: Statement<Params, Row>, parts: readonly Params[]): Promise<Row[]> {
    const ended = await Promise.allSettled(parts.map((params) => this.run(statement, params)))
    const failures = ended.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
    if (failures.length > 0) throw failureOfParts(failures, failures.length < ended.length && !isRead(statement))
    return ended.flatMap((end) => (end.status === 'fulfilled' ? end.value : []))
  }

  #runOn<Params, Row>(shard: Shard, statement: Statement<Params, Row>, params: Params): Promise<Row[]> {
    return this.#open(shard.node).run(ofShard(statement, shard), params)
  }

  async #runOnEach<Params, Row>(statement: Statement<Params, Row>, params: Params): Promise<Row[]> {
    const merge = mergeOf(statement)
    const { shards } = this.#places.map
    if (merge !== 'inTurn' && merge !== undefined) {
      const answers: Row[] = []
      for (const shard of shards) answers.push(...(await this.#runIn(shard, statement, params)))
      return merge(answers, params)
    }
    // Each round starts with another shard, so that a full shard does not delay the others.
    this.#firstShard = (this.#firstShard + 1) % shards.length
    const inTurn = [...shards.slice(this.#firstShard), ...shards.slice(0, this.#firstShard)]
    const rows: Row[] = []
    for (const shard of inTurn) {
      const left = leftOf(params, rows.length)
      if (left === undefined) break
      try {
        rows.push(...(await this.#runIn(shard, statement, left)))
      } catch (error) {
        // The shards before have committed their claims or deletions, so their rows are returned. A later round
        // starts with the failed shard.
        if (rows.length === 0 || isRead(statement)) throw error
        break
      }
    }
    return rows
  }

  transaction<T>(work: (tx: Tx) => Promise<T>, limitMs?: number): Promise<T> {
    return this.#follow(() => transactionIn(this.#places, work, limitMs))
  }

  async eachShard<T>(work: (db: Db) => Promise<T>): Promise<T[]> {
    const answers: T[] = []
    for (const { id } of this.#places.map.shards) {
      const answer = await this.#follow(async () => {
        const shard = this.#find(id)
        return shard && { of: await work(this.#boundTo(shard)) }
      })
      if (answer !== undefined) answers.push(answer.of)
    }
    return answers
  }

  // If this shard has moved, the work in the shards before it stays.
  #runIn<Params, Row>({ id }: Shard, statement: Statement<Params, Row>, params: Params): Promise<Row[]> {
    return this.#follow(async () => {
      const shard = this.#find(id)
      return shard === undefined ? [] : this.#runOn(shard, statement, params)
    })
  }

  /** Returns the shard at its current node. Undefined if it was split: the next round finds its halves. */
  #find(id: number): Shard | undefined {
    return this.#places.map.shards.find((shard) => shard.id === id)
  }

  /** Returns a database that has this shard only. */
  #boundTo(shard: Shard): Db {
    const node = this.#open(shard.node)
    const bound: Db = {
      run: (statement, params) => node.run(ofShard(statement, shard), params),
      transaction: (work, limitMs) =>
        node.transaction(
          (tx) => work({ ...tx, run: (statement, params) => tx.run(ofShard(statement, shard), params) }),
          limitMs,
        ),
      runText: (text, limitMs) => node.runText(text, limitMs),
      afterCommit: (then) => then(),
      poolState: () => node.poolState(),
      shardOf: (merchantId) => this.shardOf(merchantId),
      eachShard: async (more) => [await more(bound)],
      close: async () => undefined,
    }
    return bound
  }

  runText(text: string, limitMs?: number): Promise<void> {
    return this.#coordinator.runText(text, limitMs)
  }

  /** Adds up all pools. Each may have its own maximum of connections. */
  poolState(): PoolState {
    return [this.#coordinator, ...this.#nodes.values()].map((db) => db.poolState()).reduce(addPools)
  }

  async close(): Promise<void> {
    await Promise.all([this.#coordinator, ...this.#nodes.values()].map((db) => db.close()))
  }

  #open(node: ShardNode): Db {
    const address = `${node.host}:${node.port}`
    const db = this.#nodes.get(address) ?? this.#openNode(node)
    this.#nodes.set(address, db)
    return db
  }

  #placesIn(map: ShardMap): Places {
    return { map, placeOf: openPlaces(map), coordinator: this.#coordinator, open: (node) => this.#open(node) }
  }

  async #follow<T>(work: () => Promise<T>): Promise<T> {
    const until = performance.now() + searchMs
    for (;;) {
      try {
        return await work()
      } catch (error) {
        if (!(hasMoved(error) || isDeadlock(error)) || performance.now() > until) throw error
        await pause(Math.random() * searchPauseMs)
        if (isDeadlock(error)) continue
      }
      const map = await loadShardMap(this.#coordinator)
      if (map === undefined) throw new Error('the store is no longer in shards')
      this.#places = this.#placesIn(map)
    }
  }
}

function addPools(one: PoolState, other: PoolState): PoolState {
  const names = Object.keys(one) as (keyof PoolState)[]
  return Object.fromEntries(names.map((name) => [name, one[name] + other[name]])) as Record<keyof PoolState, number>
}

// Writers of copied tables lock the copies in different orders. The server cancels one of them, and that one has
// written nothing.
function isDeadlock(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '40P01'
}

// The guard of a shard raises QS001. The server raises 42P01 if the shard's tables are gone already.
function hasMoved(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'QS001' || error.code === '42P01')
}

/** Returns the parameters with the remaining limit; undefined if the limit is reached. */
function leftOf<Params>(params: Params, count: number): Params | undefined {
  const values = params as Readonly<Record<string, unknown>>
  const name = ['limit', 'most'].find((one) => typeof values[one] === 'number')
  if (name === undefined) return params
  const left = Number(values[name]) - count
  return left > 0 ? { ...params, [name]: left } : undefined
}
