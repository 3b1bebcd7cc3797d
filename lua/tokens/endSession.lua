--[[
  Ends a session of the administration console: from now on it gives no access. Its key stays until its tokens are
  revoked, so that an interrupted end can be repeated.

  KEYS[1] the session

  Returns the fields and values of the session; none if there is no session.
]]
local sessionKey = KEYS[1]

if redis.call('EXISTS', sessionKey) == 1 then redis.call('HSET', sessionKey, 'isEnded', '1') end
return redis.call('HGETALL', sessionKey)
