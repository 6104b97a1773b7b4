/** What all calls share, as HTML. */
export const conventions = `
<h4>Calling</h4>
<p>Paths are below <code>/api</code>; bodies and answers are JSON in UTF-8. Send <code>X-Requested-With: kapao</code> with every
call, and <code>Authorization: Bearer &lt;token&gt;</code> where a token is needed. The examples use:</p>
<pre tabindex="0"><code>API=http://localhost:8080/api
TOKEN='…'  # what /login answered</code></pre>
<p>Some GETs change things. Each call says what it does: one that <em>reads</em> may be asked again at will; one that
<em>writes</em> must not be prefetched or repeated on its own; <em>money</em> moves money. A GET that does not only read is
<code>NOT_ALLOWED</code> without <code>X-Requested-With: kapao</code>.</p>
<h4>Refusals</h4>
<p>A success is HTTP 200 and the answer itself, not wrapped. A refusal is HTTP 4xx or 5xx and:</p>
<pre tabindex="0"><code>{ "message": "MONEY_NOT_ENOUGH", "requestId": "…" }</code></pre>
<p>Decide by <code>message</code>, never by the status; it is a code, and the text that a player reads is the client’s. There may
be more: <code>field</code> (which input), <code>min</code>, <code>max</code>, <code>retryAfter</code> (seconds),
of <code>/wallet/withdrawAll</code> <code>failed</code> (the games that did not give what they hold). Beside
its own refusals, a call may answer:</p>
<dl>
<dt>400</dt><dd><code>BAD_REQUEST</code>: malformed JSON, what is no object, or a field of the wrong shape for which the call has no
code of its own</dd>
<dt>401</dt><dd><code>UNAUTHORIZED</code>: no token; <code>invalid-token</code>: unknown or revoked;
<code>EXPIRED_AUTH_TOKEN</code></dd>
<dt>403</dt><dd><code>INACTIVE_USER</code>: the member is switched off; <code>NOT_ALLOWED</code>: a GET that
changes something came without its header</dd>
<dt>410</dt><dd><code>gone</code>: the operator is closed; only <code>/lookup/active</code>, <code>/lookup/info</code> and
<code>/lookup/contact</code> still answer</dd>
<dt>413, 415</dt><dd><code>FILE_TOO_LARGE</code>, <code>FILE_NOT_SUPPORTED</code>: a body of that size or type is not taken</dd>
<dt>429</dt><dd><code>REQUEST_LIMIT</code>, with <code>Retry-After</code></dd>
<dt>500</dt><dd><code>INTERNAL_SERVER_ERROR</code></dd>
</dl>
<p>Every answer carries <code>X-Request-Id</code>: the operator finds it in the log by that.</p>
<h4>Idempotency</h4>
<p>Calls that move money take an <code>Idempotency-Key</code>: 8 to 64 of <code>A-Z a-z 0-9 _ -</code>, best a uuid; capital or
small letters are the same. It is one per intent of the player, the same on every retry. A repeat gets the first answer with
<code>Idempotent-Replay: true</code>, and nothing moves again; while the first is under way, the repeat waits for it. The same key
with another body or call is <code>KEY_INVALID</code>, as is a key of another shape. Answers that touched money are kept for 7 days;
refusals before that are judged anew. A call without a key works, unprotected.</p>
<p>Status 202 with <code>"status": "IN_PROGRESS"</code> means that the game’s answer is not known yet. The money is held, never lost:
the server asks until it knows, and the statement shows the end.</p>
<h4>Money</h4>
<p>A JSON number with at most two decimals, in the member’s currency; a game’s balance is in its credits, and
<code>amount × ftWalletSlot</code> is its worth. Strings, negatives, more decimals or more than 100,000,000 are refused. Parse it
into whole hundredths before you compute with it: a float is not money.</p>
<h4>Ids, times, pages</h4>
<p>Ids are opaque strings. Times are ISO 8601 in UTC. Lists take <code>page</code> from 1 and <code>limit</code> from 1 to 100, and
answer newest first; a row that arrives between two pages may come twice, never be missed: drop doubles by
<code>_id</code>.</p>
`
