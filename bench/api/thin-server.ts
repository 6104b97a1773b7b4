// As little as a route can do over one statement: what Kapao's calls are held against.
import Fastify from 'fastify'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 24 })
const app = Fastify()

const body = {
  type: 'object',
  required: ['from', 'to', 'amount'],
  properties: {
    from: { type: 'integer' },
    to: { type: 'integer' },
    amount: { type: 'integer', minimum: 1 },
    reference: { type: 'string' },
  },
}

app.post<{ Body: { from: number; to: number; amount: number; reference: string } }>(
  '/transfer',
  { schema: { body } },
  async ({ body: { from, to, amount, reference } }) => {
    const text = 'select bench_move($1, $2, $3, $4) as result'
    const { rows } = await pool.query({ name: 'move', text, values: [from, to, amount, reference] })
    return rows[0]
  },
)

app.get<{ Params: { id: number } }>('/account/:id', async ({ params: { id } }) => {
  const text = 'select id, balance_minor from bench_account where id = $1'
  const { rows } = await pool.query({ name: 'look', text, values: [id] })
  return rows[0]
})

await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
process.send?.({ ready: true })
process.on('disconnect', () => process.exit(0))
process.on('SIGTERM', () => process.exit(0))
