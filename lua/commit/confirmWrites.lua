--[[
  Writes and deletes a key at once, so that a WAIT on the connection of this call covers all that the server has written
  before: WAIT concerns the writes of its own connection.

  KEYS[1] a key that never exists

  Returns the time 0 without a list of failed checks: what commit.lua returns of a call without batches.
]]
redis.call('SET', KEYS[1], '')
redis.call('DEL', KEYS[1])
return { 0 }
