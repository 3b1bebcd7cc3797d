--[[
  Reads the versions and contents of many documents in one call; separate calls cost the caller four times as much.

  KEYS[…] documents

  Returns a list of { version, content }, with nil for each part that does not exist.
]]
local documentKeys = KEYS

local contents = {}
for position, documentKey in ipairs(documentKeys) do
  contents[position] = redis.call('HMGET', documentKey, 'v', 'd')
end
return contents
