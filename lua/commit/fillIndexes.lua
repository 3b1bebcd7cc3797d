--[[
  Adds resources that exist already to indexes. A resource that has changed since it was read is left out: its entries
  would be those of an older version.

  KEYS[1] the field indexes of the project: a hash of names and states
  KEYS[2] the guard key, which never exists: with a missing key Redis refuses the script while the slot is being
          migrated
  KEYS[3…] for each resource its body, and the lists that it is added to
  ARGV[1] in MessagePack: { name, state, resources }
            name, state  the index of a custom field that is under construction, and the state that it must have; an
                         empty name for indexes that are declared
            resources    list of { id, version, score, number of lists }

  Returns a list of the ids that were left out and still exist; nil when the index has another state.
]]
-- @include storedVersion
local name, state, resources = unpack(cmsgpack.unpack(ARGV[1]))
if name ~= '' and redis.call('HGET', KEYS[1], name) ~= state then return nil end

local keyAt, changed = 3, {}
for _, resource in ipairs(resources) do
  local id, version, score, listCount = unpack(resource)
  local found = versionIn(readHead(KEYS[keyAt]))
  if found == version then
    for at = keyAt + 1, keyAt + listCount do redis.call('ZADD', KEYS[at], score, id) end
  elseif found then
    changed[#changed + 1] = id
  end
  keyAt = keyAt + 1 + listCount
end
return changed
