--[[
  Versions and contents of documents, many in one call: asking for each by itself costs the caller four times as much.

  KEYS[…] documents

  Returns a list of { version, content }, with nil for what is not there.
]]
local found = {}
for position, document in ipairs(KEYS) do found[position] = redis.call('HMGET', document, 'v', 'd') end
return found
