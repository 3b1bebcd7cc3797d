--[[
  Whether a search index holds as many documents as there are resources, but for those that it has yet to follow.

  KEYS[1] ids of the resources
  KEYS[2] marks: of what changed since it was indexed
  KEYS[3] name of the index; no key, so that this does not run while the slot is being moved

  Returns 1 or 0.
]]
local function documentCount()
  local info = redis.call('FT.INFO', KEYS[3])
  for at = 1, #info, 2 do
    -- Some servers tell names as states.
    local name = type(info[at]) == 'table' and info[at].ok or info[at]
    if name == 'num_docs' then return tonumber(info[at + 1]) end
  end
end

local difference = documentCount() - redis.call('ZCARD', KEYS[1])
return math.abs(difference) <= redis.call('ZCARD', KEYS[2]) and 1 or 0
