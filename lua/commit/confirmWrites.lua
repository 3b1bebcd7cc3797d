--[[
  Writes and deletes a key at once, so that a WAIT on the connection of this call covers all earlier writes of the
  server: WAIT concerns the writes of its own connection.

  KEYS[1] a key that never exists

  Returns the time 0 without a list of failed checks: as commit.lua does for a call without batches.
]]
redis.call('SET', KEYS[1], '')
redis.call('DEL', KEYS[1])
return { 0 }
