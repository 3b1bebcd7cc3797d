--[[
  Tells whether a search index holds as many documents as there are resources, apart from those that are marked for
  indexing.

  KEYS[1] ids of the resources
  KEYS[2] dirty marks: resources that changed since they were indexed
  KEYS[3] name of the index. It is no key: with a missing key Redis refuses the script while the slot is being migrated.

  Returns 1 or 0.
]]
local idsKey, marksKey, index = KEYS[1], KEYS[2], KEYS[3]

local function documentCount()
  local info = redis.call('FT.INFO', index)
  for position = 1, #info, 2 do
    -- Some servers answer names as status replies.
    local name = type(info[position]) == 'table' and info[position].ok or info[position]
    if name == 'num_docs' then return tonumber(info[position + 1]) end
  end
end

local difference = math.abs(documentCount() - redis.call('ZCARD', idsKey))
return difference <= redis.call('ZCARD', marksKey) and 1 or 0
