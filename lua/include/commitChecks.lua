-- The checks of a commit. Each returns nothing when it holds, else a status and a detail.
-- The statuses are mirrored by `CheckStatus` in src/store/CommitCheck.ts.
local NOT_FOUND, CONFLICT, DUPLICATE, MISSING, REFERENCED, EXCEEDED = 1, 2, 3, 4, 5, 6

local checks = {
  -- { 'version', key, version, modifiedAt }: the body has this version. After a failover another body may have the
  -- number of
  -- a lost version, so `modifiedAt` is compared too where it is given.
  version = function(key, version, modifiedAt)
    local foundVersion, foundModifiedAt = storedVersion(key)
    if not foundVersion then return NOT_FOUND, '' end
    if foundVersion ~= version or (modifiedAt and foundModifiedAt and foundModifiedAt ~= modifiedAt) then
      return CONFLICT, foundVersion
    end
  end,
  -- { 'absent', key }: the key does not exist.
  absent = function(key)
    if redis.call('EXISTS', key) == 1 then return DUPLICATE, '' end
  end,
  -- { 'unique', key, id }: no resource but `id` owns the value.
  unique = function(key, id)
    local owner = redis.call('GET', key)
    if owner and owner ~= id then return DUPLICATE, owner end
  end,
  -- { 'exists', key }: the key exists.
  exists = function(key)
    if redis.call('EXISTS', key) == 0 then return MISSING, '' end
  end,
  -- { 'unreferenced', key, target }: no resource refers to the target.
  unreferenced = function(key, target)
    if redis.call('HEXISTS', key, target) == 1 then return REFERENCED, target end
  end,
  -- { 'below', key, name, max }: the count is below `max`.
  below = function(key, name, max)
    local count = tonumber(redis.call('HGET', key, name) or '0')
    if count >= tonumber(max) then return EXCEEDED, tostring(count) end
  end,
}
