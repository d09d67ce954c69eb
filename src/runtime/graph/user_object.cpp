// SPDX-License-Identifier: Apache-2.0
#include "runtime/graph/user_object.h"

#include <algorithm>

namespace riffle::graph {

UserObject::~UserObject() { user_objects().forget(*this); }

void UserObject::release(UserObject* object, std::uint64_t count) {
  if (object->count_.fetch_sub(count, std::memory_order_acq_rel) != count) return;
  const Destructor destructor = object->destructor_;
  void* const pointer = object->pointer_;
  delete object;
  destructor(pointer);
}

void UserObjectReferences::add_all(const UserObjectReferences& other) {
  for (const Held& held : other.held_) {
    add(held.object, held.count);
    held.object->retain(held.count);
  }
}

UserObjectReferences::~UserObjectReferences() {
  for (const Held& held : held_) UserObject::release(held.object, held.count);
}

void UserObjectReferences::add(UserObject* object, std::uint64_t count) {
  const auto found = std::ranges::find(held_, object, &Held::object);
  if (found != held_.end()) {
    found->count += count;
  } else {
    held_.push_back({object, count});
  }
}

bool UserObjectReferences::release(UserObject* object, std::uint64_t count) {
  const auto found = std::ranges::find(held_, object, &Held::object);
  if (found == held_.end() || found->count < count) return false;
  found->count -= count;
  if (found->count == 0) held_.erase(found);
  UserObject::release(object, count);
  return true;
}

}  // namespace riffle::graph
