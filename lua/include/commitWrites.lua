-- The writes of a commit. None of them fails on data that passed the checks.
local writes = {
  -- { 'body', key, position in ARGV }: stores a body.
  body = function(key, position) redis.call('SET', key, ARGV[position]) end,
  -- { 'own', key, id }: makes a resource the owner of a unique value.
  own = function(key, id) redis.call('SET', key, id) end,
  -- { 'delete', key }
  delete = function(key) redis.call('DEL', key) end,
  -- { 'index', key, score, id }: the score comes as text, so that Redis need not print a number.
  index = function(key, score, id) redis.call('ZADD', key, score, id) end,
  -- { 'unindex', key, id }
  unindex = function(key, id) redis.call('ZREM', key, id) end,
  -- { 'refer', key, target, delta }: changes a count of references; a count of zero is deleted.
  refer = function(key, target, delta)
    if redis.call('HINCRBY', key, target, delta) <= 0 then redis.call('HDEL', key, target) end
  end,
  -- { 'count', key, name }: adds one use.
  count = function(key, name) redis.call('HINCRBY', key, name, 1) end,
  -- { 'mark', key, id, position of the search state in KEYS }: marks a resource for indexing where the project is
  -- searched.
  -- A mark that exists keeps its time.
  mark = function(key, id, state)
    if redis.call('EXISTS', KEYS[state]) == 1 then redis.call('ZADD', key, 'NX', timeText(currentTimeMs()), id) end
  end,
  -- { 'revoke', key, seconds }: revokes the tokens of a subject from now on, as lua/revokeTokens.lua does.
  revoke = function(key, seconds) redis.call('SET', key, timeText(currentTimeMs()), 'EX', seconds) end,
}
